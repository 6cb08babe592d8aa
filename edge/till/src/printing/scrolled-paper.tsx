import type { ReactNode } from 'react'

interface ScrolledPaperProps {
  className: string
  children: ReactNode
}

/** A printed document that may be longer than its place: the keyboard scrolls it too. */
export function ScrolledPaper({ className, children }: ScrolledPaperProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it no key scrolls it
    <div className={className} tabIndex={0}>
      {children}
    </div>
  )
}
