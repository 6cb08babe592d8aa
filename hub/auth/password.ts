import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { Problem } from '#shared/problems/problem.ts'

/** OWASP's minimum for argon2id, the library's default variant: 19 MiB, 2 passes, 1 lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Number of parallel hashes. Hashing shares its threads with files and images, so half of them stay free. */
const AT_ONCE = 2
/** Queue limit, equal to some seconds of work. Further requests get `not_ready`. */
const MOST_WAITING = 200
const queue = pLimit(AT_ONCE)

let decoy: Promise<string> | undefined

/**
 * Returns the argon2id hash of a password or PIN as a PHC string with a random salt. Throws `not_ready` when
 * the queue is full.
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, ARGON2ID))
}

/**
 * Verifies a password. Without a stored hash it takes equally long, so that the time does not reveal which
 * accounts exist. Throws `not_ready` when the queue is full.
 */
export async function isPasswordRight(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hash('no account has this', ARGON2ID)
  const compared = stored ?? (await decoy)
  const isRight = await inTurn(() => verify(compared, password))
  return stored !== undefined && isRight
}

/** Returns true when the hash was made with outdated parameters. */
export async function isOutdated(stored: string): Promise<boolean> {
  decoy ??= hash('no account has this', ARGON2ID)
  return parametersOf(stored) !== parametersOf(await decoy)
}

/** Returns the parameters of a PHC string, such as `$argon2id$v=19$m=19456,t=2,p=1`. */
const parametersOf = (stored: string): string => stored.split('$').slice(0, 4).join('$')

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (queue.pendingCount < MOST_WAITING) return queue(work)
  throw new Problem('not_ready', {
    detail: 'Too many sign-ins at once, try again',
    headers: { 'Retry-After': '5' },
  })
}
