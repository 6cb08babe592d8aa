import type { z } from 'zod'
import { StartError } from './start-error.ts'

/** The environment as its schema describes it; an empty variable counts as absent. Throws StartError naming each that is wrong. */
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
