import { WizardPage, wizard } from '../../../kinds/wizard/wizard-page.tsx'
import { ChooseFile } from './choose-file.tsx'
import { Done } from './done.tsx'
import type { ImportState } from './import-state.ts'
import { Plan } from './plan.tsx'

const productImport = wizard<ImportState>({
  texts: 'import',
  back: { to: '/products', label: 'products.title' },
  initial: { file: null, format: 'csv', plan: null, importId: null, outcome: null },
  steps: [
    { key: 'file', Step: ChooseFile },
    { key: 'plan', Step: Plan },
    { key: 'done', Step: Done },
  ],
})

export const Page = () => <WizardPage definition={productImport} />
