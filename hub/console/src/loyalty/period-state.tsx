import { Badge } from '@mantine/core'
import { useText } from '../i18n/use-text.ts'

interface Timed {
  isActive: boolean
  startsAt: string | null
  endsAt: string | null
}

const COLORS = { Running: 'teal', Planned: 'blue', Over: 'gray', Off: 'gray' } as const

/** Returns the current state. `Off` means switched off, `Over` means ended. */
function stateOf({ isActive, startsAt, endsAt }: Timed, now = Date.now()): keyof typeof COLORS {
  if (!isActive) return 'Off'
  if (endsAt && Date.parse(endsAt) <= now) return 'Over'
  return startsAt && Date.parse(startsAt) > now ? 'Planned' : 'Running'
}

/** Badge with the state of a program or promotion. */
export function PeriodState({ of }: { of: Timed }) {
  const t = useText()
  const state = stateOf(of)
  return (
    <Badge size="sm" color={COLORS[state]}>
      {t(`periodState.${state}`)}
    </Badge>
  )
}
