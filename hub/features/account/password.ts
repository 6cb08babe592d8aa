import { hash, verify } from '@node-rs/argon2'

/** OWASP's least for argon2id (the library's own kind): 19 MiB, 2 passes, 1 lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let decoy: Promise<string> | undefined

/** argon2id of a password or PIN, as a PHC string with its own salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2ID)
}

/** Without a stored hash it takes as long as with one, so that the time does not tell which accounts exist. */
export async function isPasswordRight(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this')
  const isRight = await verify(stored ?? (await decoy), password)
  return stored !== undefined && isRight
}
