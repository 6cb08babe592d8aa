import type { Config } from 'drizzle-kit'

/** For `npm run db:generate`: writes the SQL of a change of the tables, to be reviewed as SQL. */
const config: Config = {
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: './hub/db/tables/schema.ts',
  out: './hub/db/migrations',
}

export default config
