import { Kbd } from '@mantine/core'

/** Label of the keyboard shortcut of a button; screen readers get it from aria-keyshortcuts. */
export function KeyHint({ children }: { children: string }) {
  return (
    <Kbd aria-hidden size="sm" fz="xs" style={{ opacity: 0.85 }}>
      {children}
    </Kbd>
  )
}
