/**
 * Error that prevents a program from starting. Its message is one sentence for the operator, which main.ts
 * prints before it exits with 1.
 */
export class StartError extends Error {
  override readonly name = 'StartError'
}
