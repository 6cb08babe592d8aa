import { Button, type ButtonProps, Tooltip, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useCallback, useId } from 'react'
import { useMay } from '../api/may.ts'
import { useSession } from '../api/session.ts'
import { useText } from '../i18n/use-text.ts'
import type { PageEntry } from '../page-entry.ts'

/** Marks that the condition of an action is still loading. */
export const NOT_KNOWN = Symbol('not known')
/** Reason why an action is currently not possible. Undefined when it is possible. */
type WhyNot = string | typeof NOT_KNOWN | undefined

interface ActionButtonProps extends Omit<ButtonProps, 'disabled'> {
  whyNot: WhyNot
  /** Tooltip of the enabled button, such as its keyboard shortcut. */
  title?: string
  type?: 'button' | 'submit'
  /** Renders the button as a link. */
  renderRoot?: (props: object) => ReactNode
  onClick?: () => void
  children: ReactNode
}

/**
 * Button that explains why it is disabled. Unlike a button with the `disabled` attribute, it can be focused
 * with Tab. The reason is shown on hover and focus, and is the description for screen readers. While the
 * state is NOT_KNOWN, nothing is rendered, so that the button never offers an action that is refused a moment
 * later.
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

/** Returns a function that returns the reason why the user cannot perform an operation, or undefined. */
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
