import { SCENARIOS } from './books.ts'
import { startFiscalEmulator } from './server.ts'

const { url } = await startFiscalEmulator(Number(process.env.FISCAL_EMULATOR_PORT ?? 8474))
const lines = Object.entries(SCENARIOS).map(([number, what]) => `  ${number}  ${what}`)
process.stdout.write(
  `Fiscal providers are emulated at ${url}\n  ATOL Online ${url}/possystem/v5; all others ${url}\nThe total (100.03) or the end of a name («Tea #03») tells what happens:\n${lines.join('\n')}\n`,
)
