-- What derivers cache of geofences.
CREATE TRIGGER geofences_changed AFTER INSERT OR UPDATE OR DELETE ON geofences
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('geofences_changed');
