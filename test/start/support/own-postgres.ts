import pg from 'pg'
import { startEmbeddedPostgres } from '#hub/db/embedded-postgres.ts'

const { url, ended } = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' })
const client = new pg.Client({ connectionString: url })
await client.connect()
await client.query('CREATE TABLE kept AS SELECT 42 AS answer')
process.stdout.write(`${url}\n`)
await ended
