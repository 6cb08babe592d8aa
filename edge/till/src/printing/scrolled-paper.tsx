import type { ReactNode } from 'react'

interface ScrolledPaperProps {
  className: string
  children: ReactNode
}

/** A printed document in a box that scrolls, also by keyboard. */
export function ScrolledPaper({ className, children }: ScrolledPaperProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it no key scrolls it
    <div className={className} tabIndex={0}>
      {children}
    </div>
  )
}
