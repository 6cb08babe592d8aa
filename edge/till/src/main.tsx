import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import '#shared/ui/page.css'
import './page.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { CUSTOMER_HASH } from '#shared/contracts/till/desktop-shell.ts'
import { must } from '#shared/std/must.ts'
import { whenProblem } from '#shared/ui/controls/message.tsx'
import { theme } from '#shared/ui/theme.ts'
import { colorVariables } from '#shared/ui/tokens.ts'
import { makeQueryClient } from './api/query-client.ts'
import { App } from './app.tsx'
import { CustomerScreen } from './customer/customer-screen.tsx'
import { startTillI18n } from './i18n/i18n.ts'
import { SettingsFormat } from './i18n/settings-format.tsx'
import { playUnlessPlayed } from './sound/sounds.ts'

await startTillI18n()
whenProblem(() => playUnlessPlayed('refused'))

createRoot(must(document.getElementById('root'), 'root')).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={colorVariables} defaultColorScheme="light">
      <QueryClientProvider client={makeQueryClient()}>
        <SettingsFormat>
          <Notifications position="top-right" limit={10} containerWidth={392} zIndex={1000} />
          {location.hash === CUSTOMER_HASH ? <CustomerScreen /> : <App />}
        </SettingsFormat>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
