import { ActionIcon, Badge, Burger, Button, Kbd, NavLink, Text } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useMay } from '../api/may.ts'
import { useProofQuestion } from '../api/proof.ts'
import { useSession } from '../api/session.ts'
import { useOrganization } from '../api/use-organization.ts'
import { useText } from '../i18n/use-text.ts'
import { AccountBanners } from './account-banners.tsx'
import { AccountMenu } from './account-menu.tsx'
import { MaintenanceNote, ReachStrip } from './banners.tsx'
import classes from './frame.module.css'
import { JobsTray } from './jobs-tray.tsx'
import { NAVIGATION, type NavigationSection, PLATFORM_NAVIGATION } from './navigation.ts'
import { VisitBanner } from './visit-banner.tsx'

const loadPalette = () => import('./palette.tsx')
const Palette = lazy(() => loadPalette().then(({ Palette }) => ({ default: Palette })))
const ProofDialog = lazy(() =>
  import('./proof-dialog.tsx').then(({ ProofDialog }) => ({ default: ProofDialog })),
)

/** Frame around every page: navigation, account, and the global search. */
export function Frame({ children }: { children: ReactNode }) {
  const t = useText()
  const session = useSession()
  const organization = useOrganization()
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const [isPaletteWanted, setPaletteWanted] = useState(false)
  const find = (): void => {
    setPaletteWanted(true)
    void loadPalette().then(({ openPalette }) => openPalette())
  }
  useHotkeys([['mod + K', find]])
  const isProofWanted = useWasTrue(useProofQuestion() !== null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes it
  useEffect(() => close(), [pathname, close])
  if (session.state !== 'signed-in') return null
  const isOnPlatform = pathname.startsWith('/platform')
  const visit = isOnPlatform ? null : session.visit
  const sections = isOnPlatform || !organization ? PLATFORM_NAVIGATION : NAVIGATION
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#page">
        {t('shell.skip')}
      </a>
      <header className={classes.bar}>
        <Burger
          className={classes.burger}
          opened={isOpen}
          onClick={toggle}
          size="sm"
          aria-label={t('shell.navigation')}
        />
        <Link to={organization ? '/' : ('/platform' as '/')} className={classes.brand}>
          {organization?.name ?? 'Counterfoil'}
        </Link>
        {!organization && <Badge variant="light">{t('shell.platform')}</Badge>}
        <Button
          className={classes.find}
          variant="default"
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={<Kbd size="xs">Ctrl K</Kbd>}
          onClick={find}
        >
          {t('shell.find')}
        </Button>
        <ActionIcon className={classes.findSmall} onClick={find} aria-label={t('shell.find')}>
          <IconSearch size={18} aria-hidden />
        </ActionIcon>
        <JobsTray />
        <AccountMenu />
      </header>
      <nav className={classes.nav} data-open={isOpen || undefined} aria-label={t('shell.navigation')}>
        <Sections sections={sections} />
      </nav>
      <main id="page" className={classes.page} tabIndex={-1}>
        <MaintenanceNote />
        <AccountBanners me={session.me} />
        {visit && <VisitBanner visit={visit} />}
        {children}
      </main>
      <ReachStrip />
      <Suspense fallback={null}>
        {isPaletteWanted && <Palette sections={sections} findsRecords={sections === NAVIGATION} />}
        {isProofWanted && <ProofDialog />}
      </Suspense>
    </div>
  )
}

/**
 * Returns true from the first true value on. A dialog that was shown stays mounted, so that its closing
 * animation can finish.
 */
function useWasTrue(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue)
  if (isTrue && !wasTrue) setWasTrue(true)
  return wasTrue || isTrue
}

function Sections({ sections }: { sections: readonly NavigationSection[] }) {
  const t = useText()
  const isAllowed = useMay()
  const { pathname } = useLocation()
  return sections.map(({ key, items }) => {
    const shown = items.filter(({ may }) => isAllowed(may))
    if (shown.length === 0) return null
    return (
      <section key={key ?? 'first'} className={classes.section}>
        {key && (
          <Text component="h2" className={classes.heading}>
            {t(`navigation.${key}`)}
          </Text>
        )}
        {shown.map(({ key: name, to, icon: Icon }) => (
          <NavLink
            key={to}
            className={classes.link}
            component={Link}
            to={to}
            active={
              to === '/' || to === '/platform'
                ? pathname === to
                : pathname === to || pathname.startsWith(`${to}/`)
            }
            label={t(`navigation.${name}`)}
            leftSection={<Icon size={17} stroke={1.7} aria-hidden />}
          />
        ))}
      </section>
    )
  })
}
