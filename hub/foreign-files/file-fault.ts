/** The words for a fault of a file, with their code and its values where programs know them (shared/imports/remarks.ts). */
export interface FaultOfFile {
  message: string
  code?: string
  values?: Record<string, string | number>
}

/** The refusal of a foreign file as a whole, thrown where it is read. `extensions`: members of the answer. */
export class FileFault extends Error {
  readonly fault: FaultOfFile
  readonly extensions: Record<string, unknown>

  constructor(fault: FaultOfFile, extensions: Record<string, unknown> = {}) {
    super(fault.message)
    this.fault = fault
    this.extensions = extensions
  }
}
