import type { Config } from 'drizzle-kit'

/** Configuration of `npm run db:generate`, which writes the SQL of a table change for review. */
const config: Config = {
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: './hub/db/tables/schema.ts',
  out: './hub/db/migrations',
}

export default config
