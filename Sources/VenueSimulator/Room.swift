// The room's first type goes here.
