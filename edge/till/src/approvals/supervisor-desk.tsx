import { type ReactNode, useEffect, useState } from 'react'
import { ApprovalDialog } from './approval-dialog.tsx'
import { openDesk, type RefusedDeed } from './ask-supervisor.ts'

interface Asked extends RefusedDeed {
  id: number
  answer: (approval: string | null) => void
}

/** Asks a supervisor, over all else, for whatever a limit keeps from the cashier; one question after the other. */
export function SupervisorDesk({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<readonly Asked[]>([])
  useEffect(() => {
    let last = 0
    return openDesk(
      (refused) =>
        new Promise((resolve) => {
          last += 1
          const id = last
          const answer = (approval: string | null): void => {
            setAsked((waiting) => waiting.filter((one) => one.id !== id))
            resolve(approval)
          }
          setAsked((waiting) => [...waiting, { ...refused, id, answer }])
        }),
    )
  }, [])
  const [first] = asked
  return (
    <>
      {children}
      {first && <ApprovalDialog key={first.id} refused={first} onAnswer={first.answer} />}
    </>
  )
}
