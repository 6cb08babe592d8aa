import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './page.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { must } from '#shared/std/must.ts'
import { makeQueryClient } from './api/query-client.ts'
import { App } from './app.tsx'
import { FormatProvider } from './i18n/format-context.tsx'
import { startI18n } from './i18n/i18n.ts'
import { readableColors, theme } from './theme.ts'

await startI18n()

createRoot(must(document.getElementById('root'), 'root')).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={readableColors} forceColorScheme="light">
      <QueryClientProvider client={makeQueryClient()}>
        <FormatProvider>
          <Notifications position="bottom-left" limit={3} containerWidth={392} zIndex={1000} />
          <App />
        </FormatProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
