/** Opens a journal with the migrations of a folder, and exits. Arguments: path of the journal, folder. */
import { Journal } from '#edge/journal/journal.ts'
import { must } from '#shared/std/must.ts'

const [path, migrations] = process.argv.slice(2)
Journal.open(must(path, 'path'), migrations).close()
