/** What a line of PostgreSQL's log says, without time, process and severity. */
export function withoutPrefix(line: string): string {
  return line.replace(/^.*?(?:FATAL|PANIC|LOG|DETAIL|error):\s*/, '')
}
