import { setFlagsFromString } from 'node:v8'
import { StartError } from '#shared/std/start-error.ts'
import { readConfig } from './config/config.ts'
import { startAgent } from './start-agent.ts'

// On a machine with much memory V8 lets short-lived garbage of requests grow to more than 100 MB before it
// collects it. The agent shares its machine with the till page.
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
  // The supervisor restarts it: the service manager, or the shell of the till.
  void agent.damaged.then(() => stop(1))
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  // The parent process is gone; no process could stop this one any more.
  process.on('disconnect', onSignal)
  process.send?.({ type: 'ready', url: agent.url })
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
