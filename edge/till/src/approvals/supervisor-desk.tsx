import { type ReactNode, useEffect, useState } from 'react'
import { ApprovalDialog } from './approval-dialog.tsx'
import { openDesk, type RefusedCommand } from './ask-supervisor.ts'

interface ApprovalRequest extends RefusedCommand {
  id: number
  answer: (approval: string | null) => void
}

/** Shows the approval dialog on top of everything else for each command that exceeds a limit, one at a time. */
export function SupervisorDesk({ children }: { children: ReactNode }) {
  const [requested, setRequested] = useState<readonly ApprovalRequest[]>([])
  useEffect(() => {
    let last = 0
    return openDesk(
      (refused) =>
        new Promise((resolve) => {
          last += 1
          const id = last
          const answer = (approval: string | null): void => {
            setRequested((waiting) => waiting.filter((one) => one.id !== id))
            resolve(approval)
          }
          setRequested((waiting) => [...waiting, { ...refused, id, answer }])
        }),
    )
  }, [])
  const [first] = requested
  return (
    <>
      {children}
      {first && <ApprovalDialog key={first.id} refused={first} onAnswer={first.answer} />}
    </>
  )
}
