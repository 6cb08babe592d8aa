import {
  type ActionIconProps,
  type ButtonProps,
  createTheme,
  type InputWrapperProps,
  type MenuProps,
  type ModalProps,
  type MultiSelectProps,
  mergeThemeOverrides,
  type NumberInputProps,
  type PasswordInputProps,
  type SelectProps,
  type SwitchProps,
  type TextareaProps,
  type TextInputProps,
} from '@mantine/core'
import type { DateInputProps, DateTimePickerProps } from '@mantine/dates'
import { theme as shared } from '#shared/ui/theme.ts'
import { readDay } from './fields/day-text.ts'

/** Theme of all pages, compact for desk work. */
export const theme = mergeThemeOverrides(
  shared,
  createTheme({
    fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
    defaultRadius: 'sm',
    // Light background colors get dark text.
    autoContrast: true,
    luminanceThreshold: 0.2,
    components: {
      Button: { defaultProps: { size: 'sm' } satisfies Partial<ButtonProps> },
      ActionIcon: { defaultProps: { size: 32, variant: 'subtle' } satisfies Partial<ActionIconProps> },
      TextInput: { defaultProps: { size: 'sm', autoComplete: 'off' } satisfies Partial<TextInputProps> },
      PasswordInput: { defaultProps: { size: 'sm' } satisfies Partial<PasswordInputProps> },
      NumberInput: { defaultProps: { size: 'sm', hideControls: true } satisfies Partial<NumberInputProps> },
      Textarea: { defaultProps: { size: 'sm', autosize: true, minRows: 2 } satisfies Partial<TextareaProps> },
      Select: { defaultProps: { size: 'sm' } satisfies Partial<SelectProps> },
      MultiSelect: { defaultProps: { size: 'sm' } satisfies Partial<MultiSelectProps> },
      DateInput: { defaultProps: { size: 'sm', dateParser: readDay } satisfies Partial<DateInputProps> },
      DateTimePicker: { defaultProps: { size: 'sm' } satisfies Partial<DateTimePickerProps> },
      // The default title color has too little contrast on the alert's own light background.
      Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
      // Fields side by side are aligned, with or without a help text.
      InputWrapper: {
        defaultProps: {
          inputWrapperOrder: ['label', 'input', 'error', 'description'],
        } satisfies Partial<InputWrapperProps>,
      },
      Switch: { defaultProps: { size: 'sm' } satisfies Partial<SwitchProps> },
      Menu: { defaultProps: { shadow: 'md', position: 'bottom-end' } satisfies Partial<MenuProps> },
      Modal: {
        defaultProps: { radius: 'md' } satisfies Partial<ModalProps>,
        styles: { title: { fontSize: '17px' } },
      },
    },
  }),
)
