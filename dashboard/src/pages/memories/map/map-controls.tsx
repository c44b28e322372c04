import { ActionIcon, Group, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { AddIcon, LassoIcon, MapIcon, MinusIcon } from '../../../components/icons.ts';

type Props = {
  /** True while a drag on the map draws around points instead of moving the map. */
  isLassoing: boolean;
  onLasso: () => void;
  onZoomIn: () => void;
  onZoomOut: () => void;
  onShowAll: () => void;
};

/** The buttons in the corner of the map. */
export function MapControls({ isLassoing, onLasso, onZoomIn, onZoomOut, onShowAll }: Props) {
  return (
    <Group gap={6} pos="absolute" top={8} right={8}>
      <MapButton
        label={isLassoing ? 'Stop selecting' : 'Select by drawing (or drag with Shift)'}
        isOn={isLassoing}
        onClick={onLasso}
      >
        <LassoIcon size={16} />
      </MapButton>
      <MapButton label="Zoom in" onClick={onZoomIn}>
        <AddIcon size={16} />
      </MapButton>
      <MapButton label="Zoom out" onClick={onZoomOut}>
        <MinusIcon size={16} />
      </MapButton>
      <MapButton label="Show all" onClick={onShowAll}>
        <MapIcon size={16} />
      </MapButton>
    </Group>
  );
}

type MapButtonProps = {
  label: string;
  isOn?: boolean;
  onClick: () => void;
  children: ReactNode;
};

function MapButton({ label, isOn, onClick, children }: MapButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={isOn ? 'filled' : 'default'}
        size="lg"
        onClick={onClick}
        aria-label={label}
        aria-pressed={isOn}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
