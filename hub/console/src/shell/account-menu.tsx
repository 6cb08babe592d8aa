import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconUserCircle } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '../api/session.ts'
import { useText } from '../i18n/use-text.ts'
import classes from './account-menu.module.css'

const loadList = () => import('./account-menu-list.tsx')
const AccountMenuList = lazy(() => loadList().then(({ AccountMenuList }) => ({ default: AccountMenuList })))

/** Button with the signed-in user. The code of its menu is loaded when the pointer or focus reaches it. */
export function AccountMenu() {
  const t = useText()
  const session = useSession()
  const [isWanted, setWanted] = useState(false)
  if (session.state !== 'signed-in') return null
  const { name } = session.me
  const button = (
    <UnstyledButton
      className={classes.target}
      aria-label={t('account.menu', { name })}
      aria-haspopup="menu"
      onPointerEnter={() => void loadList()}
      onFocus={() => void loadList()}
      {...(!isWanted && { onClick: () => setWanted(true) })}
    >
      <IconUserCircle size={26} stroke={1.6} aria-hidden />
      <span className={classes.name}>{name}</span>
      <IconChevronDown size={16} aria-hidden />
    </UnstyledButton>
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <AccountMenuList>{button}</AccountMenuList>
    </Suspense>
  )
}
