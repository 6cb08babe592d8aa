/**
 * Error that prevents a program from starting, in one sentence for the operator; its main.ts prints it and
 * exits with 1.
 */
export class StartError extends Error {
  override readonly name = 'StartError'
}
