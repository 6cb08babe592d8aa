import type { z } from 'zod'
import { StartError } from './start-error.ts'

/**
 * Returns the environment parsed with the schema. An empty variable counts as absent. Throws a `StartError`
 * that lists all invalid variables.
 */
export function readEnvironment<Schema extends z.ZodObject>(
  schema: Schema,
  environment: NodeJS.ProcessEnv,
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new StartError(`The configuration is wrong: ${faults.join('; ')}`)
}
