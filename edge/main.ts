import { setFlagsFromString } from 'node:v8'
import { StartError } from '#shared/std/start-error.ts'
import { readConfig } from './config/config.ts'
import { startAgent } from './start-agent.ts'

// On machines with much memory, V8 lets short-lived garbage from requests grow above 100 MB before it
// collects it. The agent shares its machine with the till page, so this is limited.
setFlagsFromString('--semi-space-growth-factor=1')

/** Process entry of the agent. */
try {
  const agent = await startAgent(readConfig(process.env))
  const stop = async (exitCode: number): Promise<void> => {
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
    await agent.stop()
    process.exit(exitCode)
  }
  const onSignal = (): void => void stop(0)
  // The supervisor (the service manager or the desktop shell) restarts the agent.
  void agent.damaged.then(() => stop(1))
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  // The parent process has exited, so nothing else could stop this process.
  process.on('disconnect', onSignal)
  process.send?.({ type: 'ready', url: agent.url })
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
