import { Kbd } from '@mantine/core'

/** Label with the keyboard shortcut of a button. Screen readers use aria-keyshortcuts instead. */
export function KeyHint({ children }: { children: string }) {
  return (
    <Kbd aria-hidden size="sm" fz="xs" style={{ opacity: 0.85 }}>
      {children}
    </Kbd>
  )
}
