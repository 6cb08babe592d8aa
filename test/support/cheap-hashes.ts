import { createRequire } from 'node:module'

/** How strong the hashes of passwords are, password.test.ts shows; elsewhere they would take most of a sign-up's time. */
const CHEAP = { memoryCost: 256, timeCost: 1, parallelism: 1 }

const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof import('@node-rs/argon2')
const { hash } = argon2
argon2.hash = (password) => hash(password, CHEAP)
