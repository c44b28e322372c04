import type { ComponentProps } from 'react';
import { NumberField as Field } from '../../components/number-field.tsx';

/** A number whose description follows it, as in the other fields of an agent. */
export function NumberField(props: ComponentProps<typeof Field>) {
  return <Field inputWrapperOrder={['label', 'input', 'description', 'error']} {...props} />;
}
