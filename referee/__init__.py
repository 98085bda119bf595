"""The referee: rules, journal, umpire, dashboard and command line."""
