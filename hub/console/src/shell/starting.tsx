import { Center, Loader } from '@mantine/core'
import { useText } from '../i18n/use-text.ts'

export function Starting() {
  const t = useText()
  return (
    <Center h="100vh" role="status" aria-label={t('shell.starting')}>
      <Loader />
    </Center>
  )
}
