import { useTranslation } from 'react-i18next'
import { must } from '#shared/std/must.ts'
import { showMessage } from '#shared/ui/controls/message.tsx'
import { type Command, type CommandContext, type CommandId, tillCommands } from './commands.ts'

export interface Commands {
  all: readonly Command[]
  get: (id: CommandId) => Command
  /** Runs the command, or shows why it is unavailable. */
  run: (id: string) => void
}

export function useCommands(context: Omit<CommandContext, 't'>): Commands {
  const { t } = useTranslation()
  const all: Command[] = tillCommands({ ...context, t })
  const get = (id: string): Command =>
    must(
      all.find((command) => command.id === id),
      id,
    )
  return {
    all,
    get,
    run: (id) => {
      const { disabledReason, run } = get(id)
      if (disabledReason === null) run()
      else showMessage(disabledReason)
    },
  }
}
