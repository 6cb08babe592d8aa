import type { PrinterProblem } from '#shared/contracts/till/printing.ts'

/** DLE EOT n: the printer answers immediately, no matter what it is doing. */
export const ASK_OFFLINE_CAUSE = Uint8Array.of(0x10, 0x04, 2)
export const ASK_PAPER = Uint8Array.of(0x10, 0x04, 4)
/** GS r 1: the printer answers when it has printed everything sent before. */
export const ASK_WHEN_DONE = Uint8Array.of(0x1d, 0x72, 1)

/** True for an answer to DLE EOT. Answers to GS r have bit 4 cleared. */
export const isLiveAnswer = (byte: number): boolean => (byte & 0b1001_0011) === 0b0001_0010

/** Returns the problem reported by the answers to DLE EOT 2 and 4, or null when they report none. */
export function problemIn(offlineCause: number, paper: number): PrinterProblem | null {
  if (offlineCause & 0b0000_0100) return 'cover_open'
  if (offlineCause & 0b0010_0000 || paper & 0b0110_0000) return 'paper_out'
  return offlineCause & 0b0100_0000 ? 'printer_error' : null
}
