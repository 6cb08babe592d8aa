/** Message for an error of a file, with its code and values where programs use them (shared/imports/remarks.ts). */
export interface FaultOfFile {
  message: string
  code?: string
  values?: Record<string, string | number>
}

/** Refusal of a whole foreign file, thrown where it is read. `extensions`: members of the response. */
export class FileFault extends Error {
  readonly fault: FaultOfFile
  readonly extensions: Record<string, unknown>

  constructor(fault: FaultOfFile, extensions: Record<string, unknown> = {}) {
    super(fault.message)
    this.fault = fault
    this.extensions = extensions
  }
}
