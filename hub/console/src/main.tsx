import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import '@mantine/dates/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/spotlight/styles.css'
import '#shared/ui/page.css'
import './page.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { must } from '#shared/std/must.ts'
import { queryClient } from './api/query-client.ts'
import { startConsoleI18n } from './i18n/i18n.ts'
import { OrganizationFormat } from './i18n/organization-format.tsx'
import { router } from './router.tsx'
import { MessageArea } from './shell/message-area.ts'
import { Themed } from './shell/themed.tsx'

// The content security policy forbids code generated from strings.
z.config({ jitless: true })

// Messages must not cover the buttons at the end of a form, which on a phone are as wide as a message.
const MESSAGES_AT = matchMedia('(max-width: 700px)').matches ? 'top-center' : 'bottom-right'

await startConsoleI18n()

createRoot(must(document.getElementById('root'), 'root')).render(
  <StrictMode>
    <Themed>
      <QueryClientProvider client={queryClient}>
        <OrganizationFormat>
          <Suspense fallback={null}>
            <MessageArea position={MESSAGES_AT} limit={4} containerWidth={400} zIndex={1000} />
          </Suspense>
          <RouterProvider router={router} />
        </OrganizationFormat>
      </QueryClientProvider>
    </Themed>
  </StrictMode>,
)
