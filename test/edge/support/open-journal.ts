/** Opens the journal that is named, with the migrations of the folder that is named, and ends. */
import { Journal } from '#edge/journal/journal.ts'
import { must } from '#shared/std/must.ts'

const [path, migrations] = process.argv.slice(2)
Journal.open(must(path, 'path'), migrations).close()
