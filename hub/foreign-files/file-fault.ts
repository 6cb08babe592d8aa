/** Error message about a file, with a code and values for programs where needed (shared/imports/remarks.ts). */
export interface FaultOfFile {
  message: string
  code?: string
  values?: Record<string, string | number>
}

/** Thrown by a reader to refuse a whole file. `extensions` are added to the response. */
export class FileFault extends Error {
  readonly fault: FaultOfFile
  readonly extensions: Record<string, unknown>

  constructor(fault: FaultOfFile, extensions: Record<string, unknown> = {}) {
    super(fault.message)
    this.fault = fault
    this.extensions = extensions
  }
}
