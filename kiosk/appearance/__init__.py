"""How everything looks: colours, sizes, shapes, icons, text that fits."""
