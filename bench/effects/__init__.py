"""Whether changes of the outside world are made once, whatever crashes and whoever insists."""
