// The room's first suite goes here.
