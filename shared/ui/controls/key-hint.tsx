import { Kbd } from '@mantine/core'

/** The key that does the same as the button it stands on; a screen reader gets it from aria-keyshortcuts. */
export function KeyHint({ children }: { children: string }) {
  return (
    <Kbd aria-hidden size="sm" fz="xs" style={{ opacity: 0.85 }}>
      {children}
    </Kbd>
  )
}
