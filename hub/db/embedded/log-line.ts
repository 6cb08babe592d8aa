/** Returns the message of a PostgreSQL log line, without time, process and severity. */
export function withoutPrefix(line: string): string {
  return line.replace(/^.*?(?:FATAL|PANIC|LOG|DETAIL|error):\s*/, '')
}
