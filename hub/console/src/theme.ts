import {
  ActionIcon,
  Alert,
  Button,
  createTheme,
  Input,
  Menu,
  Modal,
  MultiSelect,
  mergeThemeOverrides,
  NumberInput,
  PasswordInput,
  Select,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import { DateInput, DateTimePicker } from '@mantine/dates'
import { theme as shared } from '#shared/ui/theme.ts'

/** The theme of all pages, as dense as work at a desk wants it. */
export const theme = mergeThemeOverrides(
  shared,
  createTheme({
    fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
    defaultRadius: 'sm',
    // Light colours carry dark text.
    autoContrast: true,
    luminanceThreshold: 0.2,
    components: {
      Button: Button.extend({ defaultProps: { size: 'sm' } }),
      ActionIcon: ActionIcon.extend({ defaultProps: { size: 32, variant: 'subtle' } }),
      TextInput: TextInput.extend({ defaultProps: { size: 'sm', autoComplete: 'off' } }),
      PasswordInput: PasswordInput.extend({ defaultProps: { size: 'sm' } }),
      NumberInput: NumberInput.extend({ defaultProps: { size: 'sm', hideControls: true } }),
      Textarea: Textarea.extend({ defaultProps: { size: 'sm', autosize: true, minRows: 2 } }),
      Select: Select.extend({ defaultProps: { size: 'sm' } }),
      MultiSelect: MultiSelect.extend({ defaultProps: { size: 'sm' } }),
      DateInput: DateInput.extend({ defaultProps: { size: 'sm', valueFormat: 'DD.MM.YYYY' } }),
      DateTimePicker: DateTimePicker.extend({ defaultProps: { size: 'sm' } }),
      // The colour of a title on its own light ground is too weak to read.
      Alert: Alert.extend({ styles: { title: { color: 'var(--mantine-color-text)' } } }),
      // Fields beside each other stand in line, whichever has a word of help.
      InputWrapper: Input.Wrapper.extend({
        defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] },
      }),
      Switch: Switch.extend({ defaultProps: { size: 'sm' } }),
      Menu: Menu.extend({ defaultProps: { shadow: 'md', position: 'bottom-end' } }),
      Modal: Modal.extend({ defaultProps: { radius: 'md' }, styles: { title: { fontSize: '17px' } } }),
    },
  }),
)
