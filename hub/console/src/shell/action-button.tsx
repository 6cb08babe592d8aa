import { Button, type ButtonProps, Tooltip, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useCallback, useId } from 'react'
import { useMay } from '../api/may.ts'
import { useSession } from '../api/session.ts'
import { useText } from '../i18n/use-text.ts'
import type { PageEntry } from '../page-entry.ts'

/** What decides whether it can be done is still being read. */
export const NOT_KNOWN = Symbol('not known')
/** Why something cannot be done now; undefined: it can. */
export type WhyNot = string | typeof NOT_KNOWN | undefined

interface ActionButtonProps extends Omit<ButtonProps, 'disabled'> {
  whyNot: WhyNot
  /** A word about it where it can be pressed, such as its keys. */
  title?: string
  type?: 'button' | 'submit'
  /** A link that looks like a button. */
  renderRoot?: (props: object) => ReactNode
  onClick?: () => void
  children: ReactNode
}

/**
 * A button that says why it cannot be pressed. It then keeps its place among what Tab reaches, unlike one that the browser
 * disables: the reason comes up at the pointer and at the focus, and is its description for a screen reader. As long as it is
 * NOT_KNOWN whether it can be, its place is empty: nothing is offered that is refused a moment later.
 */
export function ActionButton({
  whyNot,
  title,
  type = 'button',
  onClick,
  renderRoot,
  ...props
}: ActionButtonProps) {
  const id = useId()
  if (whyNot === undefined)
    return (
      <Button
        {...props}
        {...(renderRoot ? { renderRoot } : { type })}
        {...(title && { title })}
        {...(onClick && { onClick })}
      />
    )
  if (whyNot === NOT_KNOWN)
    return <Button {...props} type="button" disabled style={{ visibility: 'hidden' }} />
  return (
    <>
      <Tooltip label={whyNot} events={{ hover: true, focus: true, touch: true }}>
        <Button {...props} type="button" data-disabled aria-disabled aria-describedby={id} />
      </Tooltip>
      <VisuallyHidden id={id}>{whyNot}</VisuallyHidden>
    </>
  )
}

/** Why something cannot be done here that a permission allows: undefined where it can. */
export function useWhyNot(): (may: PageEntry['may']) => string | undefined {
  const t = useText()
  const isAllowed = useMay()
  const session = useSession()
  const isReading = session.state === 'signed-in' && session.visit?.mayAct === false
  return useCallback(
    (may) => {
      if (!isAllowed(may)) return t('record.mayNot')
      return isReading && !may.endsWith('.view') ? t('refused.visit_reads_only') : undefined
    },
    [isAllowed, isReading, t],
  )
}
