import { Button, Center, Loader } from '@mantine/core'
import { useEffect, useState } from 'react'
import { resume } from '../api/sign-in.ts'
import { useText } from '../i18n/use-text.ts'
import { Notice } from './notice.tsx'

const RETRY_MS = 3000

/** Page shown until the hub responds. Then the requested page is shown. */
export function UnreachablePage() {
  const t = useText()
  const [tries, setTries] = useState(0)
  const tryAgain = (): void => {
    resume().catch(() => setTries((before) => before + 1))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure begins the next wait
  useEffect(() => {
    const timer = setTimeout(tryAgain, RETRY_MS)
    return () => clearTimeout(timer)
  }, [tries])
  return (
    <Center h="100vh" component="main">
      <Notice title={t('shell.unreachable')} text={t('shell.unreachableWhy')}>
        <Loader size="sm" aria-hidden />
        <Button variant="default" onClick={tryAgain}>
          {t('shell.again')}
        </Button>
      </Notice>
    </Center>
  )
}
